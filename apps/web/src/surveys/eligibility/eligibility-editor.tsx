import type { Eligibility } from '@chuma/contract/surveys/eligibility/eligibility'
import { explainRule } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import { Button, Group, JsonInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { showPending } from '../../admin/show-pending.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'
import { serverMessage, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { AudiencePanel } from './audience-panel.tsx'
import classes from './eligibility.module.css'
import { RuleBuilder } from './rule-builder.tsx'
import { readRule, toRule } from './rule-draft.ts'

type Props = { surveyId: string; loaded: Eligibility; isManager: boolean }

/** The rule as a sentence and as fields, with the audience beside it. */
export function EligibilityEditor({ surveyId, loaded, isManager }: Props) {
  const t = useT()
  const language = useLanguage()
  const [rule, setRule] = useState<Rule | null>(loaded.rule)
  const [saved, setSaved] = useState(loaded)
  const save = trpc.admin.saveEligibility.useMutation({
    onSuccess: (next) => {
      setSaved(next)
      showToast({ kind: 'success', title: t('eligibility.savedTitle'), message: t('eligibility.saved') })
    },
    onError: (error) => {
      if (showPending(error)) return
      showToast({
        kind: 'error',
        title: t('eligibility.failedTitle'),
        message: serverMessage(error, t('eligibility.failed')),
      })
    },
  })
  const draft = readRule(rule)
  return (
    <div className={classes.sides}>
      <Stack>
        <Text fw={500}>{explainRule(rule, language)}</Text>
        <p className={blocks.quiet}>{t('eligibility.unknown')}</p>
        {draft ? (
          <RuleBuilder draft={draft} onChange={(next) => setRule(toRule(next))} />
        ) : (
          <WrittenRule rule={rule} onChange={setRule} />
        )}
        {isManager && (
          <Group>
            <Button
              loading={save.isPending}
              onClick={() => save.mutate({ id: surveyId, version: saved.version, rule })}
            >
              {t('eligibility.save')}
            </Button>
          </Group>
        )}
      </Stack>
      <AudiencePanel surveyId={surveyId} rule={rule} isNew={isManager && !isSameRule(rule, saved.rule)} />
    </div>
  )
}

const isSameRule = (one: Rule | null, other: Rule | null) => JSON.stringify(one) === JSON.stringify(other)

function WrittenRule({ rule, onChange }: { rule: Rule | null; onChange: (rule: Rule | null) => void }) {
  const t = useT()
  return (
    <JsonInput
      label={t('eligibility.written')}
      autosize
      defaultValue={JSON.stringify(rule, null, 2)}
      validationError={t('eligibility.notJson')}
      onBlur={({ currentTarget: { value } }) => {
        try {
          onChange(value.trim() === '' ? null : JSON.parse(value))
        } catch {
          // The field says so, and the last valid rule stays.
        }
      }}
    />
  )
}
