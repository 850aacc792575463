import { useT } from '../../i18n/use-t.ts'

/** Yes and no in the reader's language; every other answer is what the survey offered. */
export function useAnswerWords(): (given: { answer: string; label: string }) => string {
  const t = useT()
  return ({ answer, label }) =>
    answer === 'yes' ? t('results.yes') : answer === 'no' ? t('results.no') : label
}
