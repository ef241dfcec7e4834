/** Habits of the public FxTwitter that a caller of this door may want otherwise. */
export interface FxTwitterQuirks {
  /**
   * A page of answers after the first does not hold the requested post, and FxTwitter then takes the whole
   * conversation for missing (FxEmbed issue 2087).
   */
  conversationPage2Answers404: boolean
}

export const PUBLIC_QUIRKS: FxTwitterQuirks = { conversationPage2Answers404: true }
