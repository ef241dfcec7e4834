import { CODES } from './failures.ts'
import { isObject, type Json } from './http/messages.ts'
import { REVISIONS } from './layer.ts'

/**
 * A message of the SDK with every revision that is spoken, where it names those: the SDK knows of the newest only,
 * as long as it speaks that.
 */
export function withRevisions<T extends object>(message: T): T {
  const { result, error } = message as Json
  if (isObject(result) && Array.isArray(result.supportedVersions)) {
    return { ...message, result: { ...result, supportedVersions: REVISIONS } }
  }
  if (isObject(error) && error.code === CODES.unsupportedVersion) {
    const data = isObject(error.data) ? error.data : {}
    return { ...message, error: { ...error, data: { ...data, supported: REVISIONS } } }
  }
  return message
}
