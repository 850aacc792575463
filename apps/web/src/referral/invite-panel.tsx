import { useT } from '../i18n/use-t.ts'
import { CopyButton } from '../ui/actions/copy-button.tsx'
import blocks from '../ui/blocks.module.css'
import { HeroPanel } from '../ui/page/hero-panel.tsx'
import { PointsAmount } from '../wallet/points-amount.tsx'
import classes from './invite-panel.module.css'
import { ShareButton } from './share-button.tsx'

type Props = { code: string; link: string; points: number }

/** What a friend is worth, and the link to send. */
export function InvitePanel({ code, link, points }: Props) {
  const t = useT()
  return (
    <HeroPanel className={classes.panel} aria-label={t('invite.code')}>
      <div>
        <p className={blocks.quiet}>{t('invite.perFriend')}</p>
        <PointsAmount points={points} size="lg" />
      </div>
      <dl className={classes.ways}>
        <div>
          <dt className={blocks.quiet}>{t('invite.code')}</dt>
          <dd className={classes.code}>{code}</dd>
        </div>
        <div>
          <dt className={blocks.quiet}>{t('invite.link')}</dt>
          <dd className={classes.link}>{link}</dd>
        </div>
      </dl>
      <div className={blocks.actions}>
        <ShareButton link={link} text={t('invite.shareText', { code })} />
        <CopyButton text={link} label={t('invite.copyLink')} />
        <CopyButton text={code} label={t('invite.copyCode')} />
      </div>
    </HeroPanel>
  )
}
