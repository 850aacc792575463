import { lazy, type ReactNode, Suspense } from 'react'
import { ApiProvider } from '../../app/api-provider.tsx'
import { LanguageSwitch } from '../../app/navigation/language-switch.tsx'
import { Shell } from '../../app/shell.tsx'
import { Themed } from '../../app/themed.tsx'
import { brandName } from '../../site/brand.ts'
import header from '../../ui/page/plain-header.module.css'

// A chunk of its own, as on every other page.
const Toasts = lazy(async () => ({ default: (await import('../../app/toasts.tsx')).Toasts }))

/** The frame of the set-up: no navigation, because there is nowhere to go yet. */
export function SetUpLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Themed>
        <ApiProvider>
          <Shell header={<Header />}>{children}</Shell>
        </ApiProvider>
      </Themed>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}

function Header() {
  return (
    <header className={header.header}>
      <span className={header.brand}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {brandName}
      </span>
      <LanguageSwitch />
    </header>
  )
}
