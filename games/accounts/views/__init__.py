"""HTTP: ``settings`` (name, keys, sessions), ``devices`` (going on elsewhere), ``data`` (export and
end)."""
