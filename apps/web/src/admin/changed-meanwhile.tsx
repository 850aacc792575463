import { Text } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { Panel } from '../ui/page/panel.tsx'
import classes from './list.module.css'

/** What someone else saved while the form was open. Null: they deleted it. */
export type Meanwhile = { label: string; now: string }[] | null

/** Shows what is stored now beside what was typed; saving again overwrites it. */
export function ChangedMeanwhile({ changes }: { changes: Meanwhile }) {
  const t = useT()
  return (
    <Panel tone="earning" role="alert">
      <Text fw={600}>{t(changes ? 'catalogue.changedTitle' : 'catalogue.goneTitle')}</Text>
      <Text size="sm">{t(changes ? 'catalogue.changedText' : 'catalogue.goneText')}</Text>
      {changes && changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ label, now }) => (
            <li key={label}>{t('catalogue.changedField', { label, now: now || t('catalogue.empty') })}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
