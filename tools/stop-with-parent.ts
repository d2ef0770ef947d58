// npm passes SIGTERM on to its shell, and that dies of it without a word to us. Left alone, we would keep port, database and folder.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
