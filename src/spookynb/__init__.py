"""spookynb: narrative role-playing by post, in shared Jupyter notebooks, with the story kept."""
