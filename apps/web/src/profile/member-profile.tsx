import { PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { Button, Group } from '@mantine/core'
import { formatDay } from '../i18n/format-date.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { Section } from '../ui/page/section.tsx'
import classes from './profile.module.css'
import { sayCodes, useProfileChange } from './use-profile-change.ts'

/** A member's profile, for staff who may see it. Each look is recorded, so it takes a click. */
export function MemberProfile({ memberId }: { memberId: string }) {
  const t = useT()
  const language = useLanguage()
  const { failure } = useProfileChange()
  const look = useAction(trpc.admin.showMemberProfile, { failure })
  const shown = look.data
  return (
    <Section title={t('memberProfile.title')} text={t('memberProfile.text')}>
      {!shown && (
        <Group>
          <Button loading={look.isPending} onClick={() => look.run({ memberId })}>
            {t('memberProfile.show')}
          </Button>
        </Group>
      )}
      {shown?.answers.length === 0 && <p className={blocks.flush}>{t('memberProfile.none')}</p>}
      <ul className={blocks.list}>
        {shown?.answers.map(({ attribute, codes, answeredAt, expiresAt }) => (
          <li key={attribute} className={classes.row}>
            <div>
              <p className={classes.name}>
                {PROFILE_ATTRIBUTES[attribute].name[language]}: {sayCodes(attribute, codes, language)}
              </p>
              <p className={blocks.quiet}>
                {t('aboutYou.until', { day: formatDay(answeredAt), until: formatDay(expiresAt) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown && shown.changes.length > 0 && (
        <div>
          <p className={classes.name}>{t('memberProfile.changes')}</p>
          {shown.changes.map(({ attribute, at }) => (
            <p key={`${attribute} ${at}`} className={blocks.quiet}>
              {t('memberProfile.changed', {
                name: PROFILE_ATTRIBUTES[attribute].name[language],
                day: formatDay(at),
              })}
            </p>
          ))}
        </div>
      )}
    </Section>
  )
}
