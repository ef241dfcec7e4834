/** What the world's clock shows unless told otherwise. */
export const DEFAULT_NOW = Date.parse('2026-11-01T12:00:00Z')
