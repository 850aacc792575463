import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import classes from './system.module.css'

/** Which programs are told of what happens has a page of its own. */
export function WebhooksLine() {
  const t = useT()
  return (
    <Section title={t('webhooks.title')} text={t('webhooks.text')}>
      <div>
        <Link to="/admin/webhooks" className={classes.link}>
          {t('webhooks.open')}
        </Link>
      </div>
    </Section>
  )
}
