import type { ProfileGroup } from '@chuma/contract/profile/attribute'
import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { type AttributeKey, attributesOf } from '@chuma/contract/profile/profile-attributes'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { useRefreshPoints } from '../wallet/use-refresh-points.ts'
import { AttributeField } from './attribute-field.tsx'
import { useProfileChange } from './use-profile-change.ts'

type Answers = Partial<Record<AttributeKey, string[]>>
type Props = { group: ProfileGroup; answers: ProfileOverview['answers']; onDone: () => void }

/** All questions of a group, with the consent that they need. */
export function GroupForm({ group, answers: known, onDone }: Props) {
  const t = useT()
  const attributes = attributesOf(group)
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(known.map(({ attribute, codes }) => [attribute, codes])),
  )
  const [isConsented, setConsented] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const send = useAnswerGroup(onDone)
  const isMissing = (attribute: AttributeKey) => (answers[attribute] ?? []).length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isConsented || attributes.some(isMissing)) return
    const given = Object.fromEntries(
      attributes.map((attribute) => [attribute, answers[attribute]]),
    ) as Answers
    send.mutate({ group, answers: given, isConsented })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl" pb="lg">
        {attributes.map((attribute) => (
          <AttributeField
            key={attribute}
            attribute={attribute}
            codes={answers[attribute] ?? []}
            onAnswer={(codes) => setAnswers((before) => ({ ...before, [attribute]: codes }))}
            problem={
              isChecked && isMissing(attribute)
                ? t('aboutYou.answerMissing')
                : problemOf(send.error, attribute)
            }
          />
        ))}
        <Checkbox
          size="md"
          label={t('aboutYou.consent')}
          checked={isConsented}
          onChange={({ currentTarget }) => setConsented(currentTarget.checked)}
          error={isChecked && !isConsented ? t('aboutYou.consentMissing') : undefined}
        />
        <Group>
          <Button type="submit" loading={send.isPending}>
            {t('aboutYou.send')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('aboutYou.close')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the server says about one answer. */
function problemOf(error: unknown, attribute: AttributeKey): string | undefined {
  return isApiError(error) ? error.data?.fieldErrors?.[`answers.${attribute}`]?.[0] : undefined
}

function useAnswerGroup(onDone: () => void) {
  const t = useT()
  const { show, onError } = useProfileChange()
  const refreshPoints = useRefreshPoints()
  return trpc.profile.answerGroup.useMutation({
    networkMode: 'always',
    onError,
    onSuccess: ({ pointsEarned, overview }) => {
      show(overview)
      void refreshPoints()
      showToast({
        kind: 'success',
        title: t('aboutYou.earnedTitle'),
        message: pointsEarned > 0 ? t('aboutYou.earned', { points: pointsEarned }) : t('aboutYou.saved'),
      })
      onDone()
    },
  })
}
