import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import { Section } from '../../ui/page/section.tsx'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'
import { CellTargets } from './cell-targets.tsx'
import { DimensionFields } from './dimension-fields.tsx'
import { type QuotaDraft, shareEvenly, sumOf, toDraft, toInput } from './edit-quotas.ts'
import classes from './quotas.module.css'

type Props = { id: string; quotas: SurveyQuotas; questionnaire: Questionnaire | null }

/** Dimensions, and the cells that they make. */
export function QuotaEditor({ id, quotas, questionnaire }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowOfferFailure()
  const [draft, setDraft] = useState(() => toDraft(quotas))
  const [refused, setRefused] = useState<string[]>([])
  const saving = trpc.admin.saveQuotas.useMutation({
    onSuccess: (saved) => {
      setRefused([])
      showToast({ kind: 'success', title: t('quotas.saved') })
      utils.admin.getQuotas.setData({ id }, saved)
    },
    onError: (error) => {
      const fields = Object.values((isApiError(error) && error.data?.fieldErrors) || {}).flat()
      setRefused([...new Set(fields.filter((each) => each !== undefined))])
      if (fields.length === 0) showFailure(error)
    },
  })
  const sum = sumOf(draft)
  return (
    <Section title={t(quotas.version === 0 ? 'quotas.set' : 'quotas.change')} text={t('quotas.setText')}>
      <DimensionFields
        dimensions={draft.dimensions}
        questionnaire={questionnaire}
        isFrozen={quotas.isFrozen}
        onChange={(dimensions) => setDraft({ ...draft, dimensions })}
      />
      <Rules draft={draft} onChange={setDraft} />
      <Group>
        <Button variant="default" disabled={draft.total < 1} onClick={() => setDraft(shareEvenly(draft))}>
          {t('quotas.share')}
        </Button>
        <Text className={classes.count}>{t('quotas.sum', { sum, total: draft.total })}</Text>
      </Group>
      <CellTargets draft={draft} onChange={(targets) => setDraft({ ...draft, targets })} />
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={t('quotas.refused')}>
          {refused.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
      <Group>
        <Button
          loading={saving.isPending}
          onClick={() => saving.mutate({ id, version: quotas.version, ...toInput(draft) })}
        >
          {t('quotas.save')}
        </Button>
      </Group>
    </Section>
  )
}

type RulesProps = { draft: QuotaDraft; onChange: (draft: QuotaDraft) => void }

/** The total, and what spreads the answers over time. */
function Rules({ draft, onChange }: RulesProps) {
  const t = useT()
  const orNull = (typed: string | number) => (typed === '' ? null : Number(typed) || 0)
  return (
    <div className={classes.fields}>
      <NumberInput
        label={t('quotas.total')}
        allowDecimal={false}
        value={draft.total || ''}
        onChange={(typed) => onChange({ ...draft, total: Number(typed) })}
      />
      <NumberInput
        label={t('quotas.softLaunch')}
        description={t('quotas.softLaunchHint')}
        allowDecimal={false}
        value={draft.softLaunch ?? ''}
        onChange={(typed) => onChange({ ...draft, softLaunch: orNull(typed) })}
      />
      <NumberInput
        label={t('quotas.daily')}
        description={t('quotas.dailyHint')}
        allowDecimal={false}
        suffix="%"
        value={draft.dailyPercent ?? ''}
        onChange={(typed) => onChange({ ...draft, dailyPercent: orNull(typed) })}
      />
      <NumberInput
        label={t('quotas.hold')}
        description={t('quotas.holdHint')}
        allowDecimal={false}
        value={draft.holdMinutes}
        onChange={(typed) => onChange({ ...draft, holdMinutes: Number(typed) })}
      />
    </div>
  )
}
