import type { ImportedSurveys } from '@chuma/contract/surveys/offer-files'
import { Text } from '@mantine/core'
import classes from '../../admin/list.module.css'
import { useT } from '../../i18n/use-t.ts'

const SHOWN = 200

/** The result, or preview, of an offer import, row by row. */
export function ImportedOffers({ result }: { result: ImportedSurveys }) {
  const t = useT()
  const { isDryRun, createdCount, updatedCount, results } = result
  const others = results.length - createdCount - updatedCount
  // Rows that need attention come first; unchanged rows are left out.
  const rows = results
    .filter(({ outcome }) => outcome !== 'unchanged')
    .toSorted((one, other) => Number(isGood(one)) - Number(isGood(other)) || one.line - other.line)
  return (
    <>
      <Text fw={600}>
        {t(isDryRun ? 'offerFiles.checked' : 'offerFiles.imported', {
          created: createdCount,
          updated: updatedCount,
          others,
        })}
      </Text>
      <ul className={classes.results}>
        {rows.slice(0, SHOWN).map(({ line, title, outcome, problem }) => (
          <li key={line}>
            {t('offerFiles.row', { line, title: title || '–', outcome: t(`offerOutcome.${outcome}`) })}
            {problem && ` ${problem}`}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('offerFiles.more', { count: rows.length - SHOWN })}</li>}
      </ul>
    </>
  )
}

const isGood = ({ outcome }: ImportedSurveys['results'][number]) =>
  outcome === 'created' || outcome === 'updated'
