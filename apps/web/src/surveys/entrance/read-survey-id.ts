/** The survey an address names. Undefined rather than left out: the router would pass on what the address holds. */
export function readSurveyId({ id }: Record<string, unknown>): { id?: string | undefined } {
  return { id: typeof id === 'string' && id ? id : undefined }
}
