import type { EconomyField } from '@chuma/contract/admin/economy/list-economy-changes'
import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import classes from './economy.module.css'
import { FIELD_GROUPS } from './field-groups.ts'
import { formatField } from './format-field.ts'

type Change = { field: string; before: unknown; after: unknown }

const FIELDS: readonly string[] = FIELD_GROUPS.flatMap(({ fields }) => [...fields])
const isField = (name: string): name is EconomyField => FIELDS.includes(name)

/** Which fields became what. A field that there is no more keeps its own name. */
export function ChangeList({ label, changes }: { label: string; changes: readonly Change[] }) {
  const t = useT()
  return (
    <ul className={classes.list} aria-label={label}>
      {changes.map(({ field, before, after }) => (
        <li key={field} className={classes.change}>
          <strong>{isField(field) ? t(`economyField.${field}`) : field}</strong>
          <span className={classes.values}>
            <del>{formatField(t, before)}</del>
            <VisuallyHidden>{t('economy.becomes')}</VisuallyHidden>
            <span aria-hidden>→</span>
            <ins>{formatField(t, after)}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}
