import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { listCells, listMarginals, type QuotaDraft, type Targets } from './edit-quotas.ts'
import classes from './quotas.module.css'

type Props = { draft: QuotaDraft; onChange: (targets: Targets) => void }

/** The target of each cell, and what the cells of a group add up to. */
export function CellTargets({ draft, onChange }: Props) {
  const t = useT()
  const { dimensions, targets } = draft
  return (
    <>
      <ul className={classes.targets} aria-label={t('quotas.targets')}>
        {listCells(dimensions).map(({ id, groups }) => (
          <li key={id}>
            <NumberInput
              label={groups.map(({ label }) => label).join(' · ') || t('quotas.everyone')}
              allowDecimal={false}
              value={targets[id] ?? 0}
              onChange={(typed) => onChange({ ...targets, [id]: Number(typed) })}
            />
          </li>
        ))}
      </ul>
      {dimensions.length > 1 && (
        <dl className={classes.marginals} aria-label={t('quotas.marginals')}>
          {listMarginals(draft).map(({ label, sums }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sums.map((each) => `${each.label} ${each.sum}`).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
