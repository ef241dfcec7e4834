export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every object in a value, the outer ones first. */
export function* objectsIn(value: Json): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item)
  else if (isObject(value)) {
    yield value
    for (const inner of Object.values(value)) yield* objectsIn(inner)
  }
}
