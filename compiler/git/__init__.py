"""All access to git, in one place (ADR-0009). Nothing else starts git or opens a repository.

libgit2 gives objects and the index; the git command answers where libgit2 cannot open the
repository (SHA-256, reftable) or read an object. Neither fetches what a partial clone lacks.

Nothing is imported here: who needs a part of it imports the module that holds it.
"""
