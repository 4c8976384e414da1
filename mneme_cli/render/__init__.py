"""Results as text and JSON. Renderers only read; what they show was decided before."""
