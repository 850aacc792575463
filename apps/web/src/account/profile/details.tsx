import type { EditableUser } from '@chuma/contract/account/profile'
import { Button, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './details.module.css'
import { ProfileForm } from './profile-form.tsx'

const FIELDS = ['firstName', 'lastName', 'email', 'country'] as const

/** The member's details; the button turns them into a form. */
export function Details({ user }: { user: EditableUser }) {
  const t = useT()
  const [isEditing, setIsEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setIsEditing(false)
    // The focused button has been removed.
    heading.current?.focus()
  }
  return (
    <Panel aria-labelledby="details">
      <div className={classes.header}>
        <Title order={2} size="h3" id="details" ref={heading} tabIndex={-1} className={classes.title ?? ''}>
          {t('profile.details')}
        </Title>
        {!isEditing && (
          <Button
            variant="default"
            leftSection={<IconPencil aria-hidden size={20} />}
            onClick={() => setIsEditing(true)}
          >
            {t('profile.edit')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <ProfileForm user={user} onDone={close} />
      ) : (
        <dl className={classes.list}>
          {FIELDS.map((name) => (
            <div key={name} className={classes.entry}>
              <dt className={classes.label}>{t(`profile.${name}`)}</dt>
              <dd className={classes.value}>{user[name].trim() || t('profile.notGiven')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
