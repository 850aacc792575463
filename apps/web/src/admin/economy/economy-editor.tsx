import type { EconomyReport } from '@chuma/contract/admin/economy/economy-report'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { useMay } from '../frame/use-staff-member.ts'
import classes from './economy.module.css'
import { EconomyInput } from './economy-input.tsx'
import { FIELD_GROUPS } from './field-groups.ts'
import { ForecastSection } from './forecast-section.tsx'
import { MeaningSection } from './meaning-section.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type Editing, useDraft } from './use-draft.ts'

/** The form with all numbers, beside what they mean. */
export function EconomyEditor({ report }: { report: EconomyReport }) {
  const t = useT()
  const utils = trpc.useUtils()
  const editing = useDraft(report)
  const isReadOnly = !useMay('economy:manage')
  const [isStale, setStale] = useState(false)
  const beStale = () => {
    setStale(true)
    void utils.admin.getEconomy.invalidate()
  }
  return (
    <>
      {isStale && <StaleNotice editing={editing} onDone={() => setStale(false)} />}
      <div className={classes.columns}>
        <div className={classes.groups}>
          {isReadOnly && <p className={blocks.flush}>{t('economy.readOnly')}</p>}
          {FIELD_GROUPS.map(({ group, fields }) => (
            <Section key={group} title={t(`economyGroup.${group}`)}>
              <div className={classes.fields}>
                {fields.map((field) => (
                  <EconomyInput key={field} field={field} editing={editing} isReadOnly={isReadOnly} />
                ))}
              </div>
            </Section>
          ))}
        </div>
        <section
          className={classes.beside}
          aria-label={t('economy.beside')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
          tabIndex={0}
        >
          <MeaningSection editing={editing} />
          {!isReadOnly && <SaveBar editing={editing} onStale={beStale} />}
        </section>
      </div>
      <ForecastSection
        record={editing.valid}
        tasks={editing.base.tasks}
        owedPoints={editing.base.owedPoints}
      />
    </>
  )
}

function SaveBar({ editing, onStale }: { editing: Editing; onStale: () => void }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const { isValid, changes, base } = editing
  const preview = () => {
    if (isValid) setAsked(true)
    else showToast({ kind: 'error', title: t('economy.notValidTitle'), message: t('economy.notValid') })
  }
  const isTouched = changes.length > 0 || !isValid
  return (
    <div className={classes.bar}>
      <p className={blocks.flush} role="status">
        {t('economy.changed', { count: changes.length })}{' '}
        <span className={blocks.quiet}>{t('economy.version', { version: base.version })}</span>
      </p>
      <div className={blocks.actions}>
        <Button variant="default" disabled={!isTouched} onClick={editing.discard}>
          {t('economy.discard')}
        </Button>
        <Button disabled={!isTouched} onClick={preview}>
          {t('economy.preview')}
        </Button>
      </div>
      <PreviewDialog
        key={base.version}
        editing={editing}
        opened={isAsked}
        onClose={() => setAsked(false)}
        onStale={onStale}
      />
    </div>
  )
}
