import type { Product } from '@chuma/contract/admin/product'
import type { Db } from '@chuma/db/client'
import { getStoredProduct } from '@chuma/db/queries/admin/product'
import type { Changes } from '../../live/create-changes.ts'

/** The environment's settings, which count until an owner has chosen others. */
export type ProductDefaults = Omit<Product, 'isSignUpOpen'>
type Options = { changes?: Changes; maxAgeMs?: number }

/**
 * Read the product's name, contact details and claims and cache them until `changes` announces new ones, or for `maxAgeMs` if no
 * announcement arrives. The same object as long as nothing was read again.
 */
export function createProductReader(
  db: Db,
  defaults: ProductDefaults,
  { changes, maxAgeMs = 5000 }: Options = {},
) {
  let kept: { readAt: number; value: Promise<Product> } | null = null
  const forget = () => {
    kept = null
  }
  changes?.follow({ topics: ['product'], ownerId: 'product', hear: forget, giveWay: () => {} })
  return (): Promise<Product> => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: readProduct(db, defaults) }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

async function readProduct(db: Db, defaults: ProductDefaults): Promise<Product> {
  return fillProduct(await getStoredProduct(db), defaults)
}

type Stored = Awaited<ReturnType<typeof getStoredProduct>>

function fillProduct(stored: Stored, defaults: ProductDefaults): Product {
  return {
    name: stored.name ?? defaults.name,
    email: stored.supportEmail ?? defaults.email,
    phone: stored.supportPhone ?? defaults.phone,
    address: stored.officeAddress ?? defaults.address,
    hours: stored.supportHours ?? defaults.hours,
    isSignUpOpen: stored.isSignUpOpen,
    figures: stored.figures ?? defaults.figures,
  }
}
