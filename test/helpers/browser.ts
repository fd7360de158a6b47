import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real browser that came with the install. */
export async function openBrowser(): Promise<Browser> {
  // In a single process the browser ends with its first page.
  const args = chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote');
  return playwright.launch({ executablePath: await chromium.executablePath(), args: [...args, '--no-sandbox'], headless: true });
}
