import type { ProfileAnswer, SaveProfileAnswerInput } from '@chuma/contract/profile/profile'
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { AttributeField } from './attribute-field.tsx'
import { useProfileChange } from './use-profile-change.ts'

type Props = Pick<ProfileAnswer, 'attribute' | 'codes'> & {
  source: SaveProfileAnswerInput['source']
  onDone: () => void
  /** In place of the button that closes the form. */
  dismissal?: ReactNode
}

/** One question. Saving it is the consent to store the answer, as the text above the button says. */
export function AnswerForm({ attribute, codes: known, source, onDone, dismissal }: Props) {
  const t = useT()
  const [codes, setCodes] = useState<readonly string[]>(known)
  const [isChecked, setChecked] = useState(false)
  const { show, onError } = useProfileChange()
  const save = trpc.profile.saveAnswer.useMutation({
    networkMode: 'always',
    onError,
    onSuccess: (overview) => {
      show(overview)
      showToast({ kind: 'success', title: t('aboutYou.earnedTitle'), message: t('aboutYou.saved') })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (codes.length > 0) save.mutate({ attribute, codes: [...codes], isConsented: true, source })
  }
  const refusal = isApiError(save.error) ? save.error.data?.fieldErrors?.codes?.[0] : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Stack pb="md">
        <AttributeField
          attribute={attribute}
          codes={codes}
          onAnswer={setCodes}
          problem={isChecked && codes.length === 0 ? t('aboutYou.answerMissing') : refusal}
        />
        <p className={blocks.quiet}>{t('aboutYou.questionConsent')}</p>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('aboutYou.save')}
          </Button>
          {dismissal ?? (
            <Button variant="default" onClick={onDone}>
              {t('aboutYou.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
