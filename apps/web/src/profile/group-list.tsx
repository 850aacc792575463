import type { ProfileGroup } from '@chuma/contract/profile/attribute'
import type { ProfileOverview } from '@chuma/contract/profile/profile'
import { attributesOf } from '@chuma/contract/profile/profile-attributes'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import { GroupForm } from './group-form.tsx'
import classes from './profile.module.css'

/** The groups of questions, each with what it pays. One is open at a time. */
export function GroupList({ overview: { groups, answers } }: { overview: ProfileOverview }) {
  const t = useT()
  const [open, setOpen] = useState<ProfileGroup | null>(null)
  return (
    <Section title={t('aboutYou.groups')} text={t('aboutYou.groupsText')}>
      <ul className={blocks.list}>
        {groups.map(({ id, isAnswered, points }) => (
          <li key={id}>
            <div className={classes.row}>
              <div>
                <Title order={3} size="h4" id={`group-${id}`}>
                  {t(`aboutYou.group.${id}`)}
                </Title>
                <p className={blocks.quiet}>
                  {t('aboutYou.questionCount', { count: attributesOf(id).length })} ·{' '}
                  {points > 0 ? t('aboutYou.pays', { points }) : t('aboutYou.paid')}
                </p>
              </div>
              {open !== id && (
                <Button
                  id={`open-${id}`}
                  aria-labelledby={`open-${id} group-${id}`}
                  variant={isAnswered ? 'default' : 'filled'}
                  onClick={() => setOpen(id)}
                >
                  {t(isAnswered ? 'aboutYou.again' : 'aboutYou.start')}
                </Button>
              )}
            </div>
            {open === id && <GroupForm group={id} answers={answers} onDone={() => setOpen(null)} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}
