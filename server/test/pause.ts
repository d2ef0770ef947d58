export const pause = (ms = 0) => new Promise((resume) => setTimeout(resume, ms))
