import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { support } from '../../site/support.ts'
import classes from './contact-list.module.css'

/** The operator's email address, phone number and office. */
export function ContactList() {
  const t = useT()
  return (
    <dl className={classes.list}>
      <Entry icon={<IconMail size={24} />} label={t('contact.supportEmail')}>
        <a href={`mailto:${support.email}`} className={classes.link}>
          {support.email}
        </a>
      </Entry>
      <Entry icon={<IconPhone size={24} />} label={t('contact.phone')}>
        <a href={`tel:${support.phoneDigits}`} className={classes.link}>
          {support.phone}
        </a>
      </Entry>
      <Entry icon={<IconMapPin size={24} />} label={t('contact.office')}>
        {support.address}
      </Entry>
    </dl>
  )
}

function Entry({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={classes.entry}>
      <dt className={classes.label}>
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        {label}
      </dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
