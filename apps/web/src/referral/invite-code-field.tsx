import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { SignupForm } from '../auth/find-problems.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'

/**
 * The code of the member who invited the visitor, visible and removable; without one, a field to enter it while
 * invitations pay.
 */
export function InviteCodeField({ form }: { form: UseFormReturnType<SignupForm> }) {
  const t = useT()
  const navigate = useNavigate()
  const isOpen = trpc.wallet.getTerms.useQuery().data?.isReferralOpen ?? false
  const hasCode = form.values.referralCode !== undefined
  const isAdded = useRef(false)
  useEffect(() => {
    if (hasCode && isAdded.current) form.getInputNode('referralCode')?.focus()
  }, [hasCode, form])

  const add = () => {
    isAdded.current = true
    form.setFieldValue('referralCode', '')
  }
  const remove = () => {
    form.setFieldValue('referralCode', undefined)
    form.clearFieldError('referralCode')
    // Removes the code from the address, and with it the focused button.
    form.getInputNode('confirmPassword')?.focus()
    void navigate({ to: '/signup', search: {}, replace: true })
  }
  if (!hasCode) {
    return (
      isOpen && (
        <Button variant="subtle" onClick={add}>
          {t('signup.inviteAdd')}
        </Button>
      )
    )
  }
  return (
    <div>
      <TextInput
        label={t('signup.inviteCode')}
        description={t('signup.inviteHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('referralCode')}
      />
      <Button variant="subtle" px={0} onClick={remove}>
        {t('signup.inviteRemove')}
      </Button>
    </div>
  )
}
