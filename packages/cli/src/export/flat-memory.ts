import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the part of V8's memory for what is short-lived as small as it is: it grows by tens of megabytes when much
 * passes through, and a command that streams gains nothing by that.
 */
export function keepMemoryFlat(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
