"""What the project promises to hold, measured: `make bench` prints one table."""
