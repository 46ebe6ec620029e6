"""The commands of the program: files are called by what their commands do, or by what comes of them."""
