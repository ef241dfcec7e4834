/** A habit of a door, for people who read the catalogue. */
export interface Behaviour {
  note: string
  /** False: no public record shows that the real service does so. */
  proven: boolean
}

export const proven = (note: string): Behaviour => ({ note, proven: true })
export const unproven = (note: string): Behaviour => ({ note, proven: false })
