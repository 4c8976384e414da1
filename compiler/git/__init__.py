"""All access to git, in one place (ADR-0009). Nothing else starts git or opens a repository.

libgit2 gives objects, the git command everything else, and objects too where libgit2 cannot open
the repository (SHA-256, reftable) or read one. Neither fetches what a partial clone lacks.

Nothing is imported here: who needs a part of it imports the module that holds it.
"""
