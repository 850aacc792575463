export type ChosenDay = { day?: string }

/** Read the day of an address; anything else chooses none. */
export function readChosenDay({ day }: Record<string, unknown>): ChosenDay {
  return typeof day === 'string' && /^2\d{3}-[01]\d-[0-3]\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? { day }
    : {}
}
