import type { ReactNode } from 'react'
import { ApiProvider } from '../../app/api-provider.tsx'
import { LanguageSwitch } from '../../app/navigation/language-switch.tsx'
import { Shell } from '../../app/shell.tsx'
import { Themed } from '../../app/themed.tsx'
import { Toasts } from '../../app/toasts.tsx'
import { brandName } from '../../site/brand.ts'
import classes from './set-up.module.css'

/** The frame of the set-up: no navigation, because there is nowhere to go yet. */
export function SetUpLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Themed>
        <ApiProvider>
          <Shell header={<Header />}>{children}</Shell>
        </ApiProvider>
      </Themed>
      <Toasts />
    </>
  )
}

function Header() {
  return (
    <header className={classes.header}>
      <span className={classes.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {brandName}
      </span>
      <LanguageSwitch />
    </header>
  )
}
