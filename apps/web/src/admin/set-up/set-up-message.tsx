import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { MessageState } from '../../ui/states/message-state.tsx'

type Props = { title: string; text: string; isInside?: boolean }

/** Why nothing can be set up here, and the way to the staff pages. */
export function SetUpMessage({ title, text, isInside = false }: Props) {
  const t = useT()
  return (
    <MessageState
      icon={<IconKey />}
      title={title}
      text={text}
      action={
        <Button renderRoot={(props) => <Link to={isInside ? '/admin' : '/admin-login'} {...props} />}>
          {t(isInside ? 'setUp.toDashboard' : 'setUp.toLogin')}
        </Button>
      }
    />
  )
}
