import * as z from 'zod'

const none = z.object({})

/** What can be wrong with a field of a client's. */
export const clientProblems = {
  CLIENT_EMAIL_TAKEN: none,
  NOT_OWN_EMAIL: none,
  SURVEY_HAS_CLIENT: none,
  SURVEY_NOT_FOR_CLIENTS: none,
  DATASET_CHANGED: none,
  NOT_IN_FILE: none,
  RESPONDENT_DISPUTED: none,
} as const
