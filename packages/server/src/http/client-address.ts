import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyaddr from 'proxy-addr'

/** Addresses that were read before, and how long a header may be that is remembered. */
const MAX_READ = 5_000
const MAX_KNOWN_LENGTH = 200

/** What stands for a caller whose address is not known, as in a test without a socket. */
export const UNKNOWN = 'unknown'

/**
 * Reads who calls from the socket, or from X-Forwarded-For as far as trusted proxies have written it: what a
 * caller claims of itself counts for nothing.
 * @param trusted addresses and CIDRs of proxies
 */
export function clientAddress(trusted: readonly string[]): (c: Context) => string {
  const trust = proxyaddr.compile([...trusted])
  // One caller makes many calls, and to read its address takes longer than much else of a cached read.
  const read = new LRUCache<string, string>({ max: MAX_READ })
  return (c) => {
    const request = (c.env as Partial<HttpBindings> | undefined)?.incoming
    const direct = request?.socket?.remoteAddress
    if (!request || !direct) return UNKNOWN
    if (trusted.length === 0) return network(direct)
    const claimed = request.headers['x-forwarded-for'] ?? ''
    const known = `${direct} ${claimed}`
    let address = read.get(known)
    if (address === undefined) {
      const claimant = withoutPort(proxyaddr(request as IncomingMessage, trust))
      // What a proxy wrote that is no address says nothing but which proxy it was.
      address = network(ipaddr.isValid(claimant) ? claimant : direct)
      if (known.length <= MAX_KNOWN_LENGTH) read.set(known, address)
    }
    return address
  }
}

/** Some proxies write the port, too, which is another one for each connection. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/**
 * The part of an address that one caller has: all of an IPv4 address, the first 64 bits of an IPv6 one, in
 * which a caller may take any of the rest.
 */
function network(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
