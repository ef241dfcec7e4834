export const CARD_TYPE = 'application/mcp-server-card+json'
