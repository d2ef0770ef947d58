const KEY = 'askwell_offline'

/** Whether this device stores the pages it shows, for reading them without a connection. */
export const isStoringPages = () => {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

export const setStoringPages = (on: boolean) => {
  if (on) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
}
