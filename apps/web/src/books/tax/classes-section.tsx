import type { TaxClass } from '@chuma/contract/books/tax'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { formatBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import rows from '../reconciliation.module.css'
import { ClassDialog } from './class-dialog.tsx'

type Props = { classes: readonly TaxClass[]; mayDecide: boolean }

export function ClassesSection({ classes, mayDecide }: Props) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  return (
    <Section title={t('staffTax.classes')} text={t('staffTax.classesText')}>
      {classes.length === 0 && <p className={blocks.flush}>{t('staffTax.noClasses')}</p>}
      <ul className={blocks.list} aria-label={t('staffTax.classes')}>
        {classes.map((each) => (
          <ClassRow key={each.classId} of={each} />
        ))}
      </ul>
      {mayDecide && (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('staffTax.addClass')}
          </Button>
        </div>
      )}
      <ClassDialog opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  )
}

function ClassRow({ of }: { of: TaxClass }) {
  const t = useT()
  const { earnings, residence, percent, validFrom, reason, decidedBy, isInForce } = of
  return (
    <li className={rows.row}>
      <div className={rows.head}>
        <span>
          {t(`taxEarnings.${earnings}`)}, {t(`taxResidence.${residence}`)}
        </span>
        <strong>{t('tax.percent', { percent })}</strong>
      </div>
      <div className={rows.head}>
        <span className={blocks.quiet}>
          {t('staffTax.classLine', { day: formatBusinessDay(validFrom), by: decidedBy, reason })}
        </span>
        {isInForce && <Badge variant="light">{t('staffTax.inForce')}</Badge>}
      </div>
    </li>
  )
}
