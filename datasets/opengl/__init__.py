"""A second renderer: OpenGL in software, with its own meshes, materials, hands and pace."""
