/** Something that was asked for and is missing from an answer that brought the rest. */
export interface PartialError {
  /** What was asked for, as it was sent, where X says so. */
  value: string | undefined
  /** The parameter that named it, such as `ids`. */
  parameter: string | undefined
  kind: 'not_found' | 'not_authorized'
  /** A field of something that is there, which may not be seen. */
  field: string | undefined
}

/** What an answer says in `errors` beside its `data`. What X writes about it is left out: it is text by strangers. */
export function partialErrors(body: Readonly<Record<string, unknown>>): PartialError[] {
  const { errors } = body
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return []
    const { type, title, value, resource_id, parameter, field } = error as Readonly<Record<string, unknown>>
    const hidden = /\/(?:not-authorized-for-(?:resource|field)|field-unauthorized)$/.test(String(type))
    return [
      {
        value: text(value) ?? text(resource_id),
        parameter: text(parameter),
        kind: hidden || /authorization error/i.test(String(title)) ? 'not_authorized' : 'not_found',
        field: text(field),
      } satisfies PartialError,
    ]
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
