/** Whether an address can be reached from its own machine only. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

/** Whether a Host header names this machine; a browser that was led here by a false name of it sends another. */
export function isLoopbackHost(host: string | null): boolean {
  const name = host === null ? undefined : URL.parse(`http://${host}`)?.hostname
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name ?? '')
}
