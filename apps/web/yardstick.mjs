import '@mantine/core/styles.css'
import { Anchor, Container, MantineProvider, Text, Title } from '@mantine/core'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The landing page's texts, which the build fills in: `[tag, text]`. */
const TEXTS = __TEXTS__

const TITLES = { h1: 1, h2: 2, h3: 3 }

function draw([tag, text], key) {
  if (tag in TITLES) return createElement(Title, { key, order: TITLES[tag] }, text)
  if (tag === 'a') return createElement(Anchor, { key, href: '#' }, text)
  return createElement(Text, { key }, text)
}

const root = createRootRoute({ component: () => createElement(Container, null, TEXTS.map(draw)) })
const router = createRouter({ routeTree: root, defaultNotFoundComponent: () => null })
createRoot(document.getElementById('root')).render(
  createElement(MantineProvider, null, createElement(RouterProvider, { router })),
)
