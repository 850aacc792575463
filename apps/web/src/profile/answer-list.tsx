import type { ProfileAnswer, ProfileOverview } from '@chuma/contract/profile/profile'
import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay } from '../i18n/format-date.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { Section } from '../ui/page/section.tsx'
import { AnswerForm } from './answer-form.tsx'
import classes from './profile.module.css'
import { sayCodes } from './say-codes.ts'
import { useProfileChange } from './use-profile-change.ts'

/** Every answer with its day and expiry, to change or withdraw. */
export function AnswerList({ answers }: Pick<ProfileOverview, 'answers'>) {
  const t = useT()
  return (
    <Section title={t('aboutYou.list')} text={t('aboutYou.listText')}>
      {answers.length === 0 ? (
        <p className={blocks.flush}>{t('aboutYou.listEmpty')}</p>
      ) : (
        <ul className={blocks.list} aria-label={t('aboutYou.list')}>
          {answers.map((answer) => (
            <li key={answer.attribute}>
              <AnswerRow answer={answer} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function AnswerRow({ answer }: { answer: ProfileAnswer }) {
  const t = useT()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { attribute, codes, answeredAt, expiresAt } = answer
  const name = PROFILE_ATTRIBUTES[attribute].name[language]
  const days = { day: formatDay(answeredAt), until: formatDay(expiresAt) }
  return (
    <>
      <div className={classes.row}>
        <div>
          <p className={classes.name}>
            {name}: {sayCodes(attribute, codes, language)}
          </p>
          <p className={blocks.quiet}>
            {t(new Date(expiresAt).getTime() > Date.now() ? 'aboutYou.until' : 'aboutYou.expired', days)}
          </p>
        </div>
        <div className={blocks.actions}>
          <Button
            variant="default"
            aria-label={t('aboutYou.changeOf', { name })}
            onClick={() => setOpen(true)}
          >
            {t('aboutYou.change')}
          </Button>
          <Withdraw attribute={attribute} name={name} />
        </div>
      </div>
      {isOpen && (
        <AnswerForm attribute={attribute} codes={codes} source="page" onDone={() => setOpen(false)} />
      )}
    </>
  )
}

function Withdraw({ attribute, name }: Pick<ProfileAnswer, 'attribute'> & { name: string }) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const { show, onError } = useProfileChange()
  const withdraw = trpc.profile.withdrawAnswer.useMutation({
    networkMode: 'always',
    onError,
    onSuccess: (overview) => {
      setAsked(false)
      show(overview)
      showToast({ kind: 'success', title: name, message: t('aboutYou.withdrawn') })
    },
  })
  return (
    <>
      <Button
        variant="default"
        aria-label={t('aboutYou.withdrawOf', { name })}
        onClick={() => setAsked(true)}
      >
        {t('aboutYou.withdraw')}
      </Button>
      <ConfirmDialog
        title={t('aboutYou.withdrawTitle')}
        text={t('aboutYou.withdrawText')}
        action={t('aboutYou.withdraw')}
        opened={isAsked}
        isPending={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ attribute })}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
