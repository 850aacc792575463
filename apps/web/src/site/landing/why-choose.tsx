import { IconCoins, IconDeviceMobileDollar, IconMessageCheck, IconReceipt } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../brand.ts'
import section from './section.module.css'
import classes from './why-choose.module.css'

const REASONS = [
  { name: 'clear', Icon: IconReceipt },
  { name: 'mpesa', Icon: IconDeviceMobileDollar },
  { name: 'free', Icon: IconCoins },
  { name: 'fair', Icon: IconMessageCheck },
] as const

export function WhyChoose() {
  const t = useT()
  return (
    <div className={classes.band}>
      <section className={`${section.section} ${section.far}`} aria-labelledby="why-title">
        <h2 id="why-title" className={section.title}>
          {t('landing.whyTitle', { brand: brandName })}
        </h2>
        <ul className={section.cards}>
          {REASONS.map(({ name, Icon }) => (
            <li key={name} className={classes.card}>
              <Icon aria-hidden size={28} stroke={1.75} className={classes.icon} />
              <h3>{t(`landing.why.${name}.title`)}</h3>
              <p>{t(`landing.why.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
