import { useT } from '../../i18n/use-t.ts'

/** Yes and no in the reader's language; every other answer is what the survey offered. */
export function useAnswerWords(): (answer: string) => string {
  const t = useT()
  return (answer) => (answer === 'yes' ? t('results.yes') : answer === 'no' ? t('results.no') : answer)
}
