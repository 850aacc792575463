import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './audit.module.css'
import { listDifferences } from './list-differences.ts'

/** What a change does, part by part: before → after. */
export function Differences({ before, after }: { before: unknown; after: unknown }) {
  const t = useT()
  const differences = listDifferences(t, before, after)
  if (differences.length === 0) return null
  return (
    <ul className={classes.differences} aria-label={t('audit.changes')}>
      {differences.map((part) => (
        <li key={part.name}>
          <span className={blocks.quiet}>{part.name}: </span>
          {part.before !== null && (
            <>
              <del>{part.before}</del>
              <VisuallyHidden> {t('audit.becomes')} </VisuallyHidden>
              <span aria-hidden> → </span>
            </>
          )}
          <ins>{part.after ?? t('audit.nothing')}</ins>
        </li>
      ))}
    </ul>
  )
}
