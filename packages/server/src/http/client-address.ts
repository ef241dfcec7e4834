import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'

/** What stands for a caller whose address is not known, as in a test without a socket. */
export const UNKNOWN = 'unknown'

/**
 * Reads who calls from the socket, or from X-Forwarded-For as far as trusted proxies have written it: what a
 * caller claims of itself counts for nothing.
 * @param trusted addresses and CIDRs of proxies
 */
export function clientAddress(trusted: readonly string[]): (c: Context) => string {
  const trust = proxyaddr.compile([...trusted])
  return (c) => {
    const request = (c.env as Partial<HttpBindings> | undefined)?.incoming
    const direct = request?.socket?.remoteAddress
    if (!request || !direct) return UNKNOWN
    return network(trusted.length === 0 ? direct : proxyaddr(request as IncomingMessage, trust))
  }
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
