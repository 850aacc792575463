import { Button, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ENTERED_BY_LINK } from '../session.ts'
import { useCurrentUser, useLogOut } from '../sessions/use-current-user.ts'

/** Say whose account a mailed link has opened here, until the reader closes it: the link may have been someone else's. */
export function EnteredByLink() {
  const t = useT()
  const current = useCurrentUser()
  const logOut = useLogOut()
  const [isClosed, setClosed] = useState(false)
  if (current.status !== 'member' || isClosed) return null
  const { email } = current.user
  if (email !== sessionStorage.getItem(ENTERED_BY_LINK)) return null
  const close = () => {
    sessionStorage.removeItem(ENTERED_BY_LINK)
    setClosed(true)
  }
  return (
    <Group
      role="status"
      gap="xs"
      wrap="nowrap"
      justify="space-between"
      w="100%"
      maw="var(--chuma-page-width)"
      mx="auto"
      px="md"
      pt="xs"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('linkEntered.as', { email })}{' '}
        <Button variant="transparent" size="compact-sm" onClick={logOut}>
          {t('linkEntered.notYou')}
        </Button>
      </Text>
      <CloseButton aria-label={t('dialog.close')} onClick={close} />
    </Group>
  )
}
