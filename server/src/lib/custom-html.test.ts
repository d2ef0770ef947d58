import { describe, expect, test } from 'vitest'
import { parseCustomHtml } from './custom-html.ts'

const SITE = 'https://beer.example'
const body = (text: string, allowScripts = false) => parseCustomHtml(text, { isHead: false, allowScripts, site: SITE })
const head = (text: string, allowScripts = false) => parseCustomHtml(text, { isHead: true, allowScripts, site: SITE })

describe('what of own HTML is shown', () => {
  test.each([
    ['<p class="a">Hello <b>there</b></p>', '<p class="a">Hello <b>there</b></p>', []],
    ['<div><p>never closed', '<div><p>never closed</p></div>', []],
    ['</div></main></body></html><p>after', '<p>after</p>', []],
    ['<!-- open <p>x', '', []],
    ['<textarea>swallows <p>all', '<textarea>swallows &lt;p&gt;all</textarea>', []],
    ['<style>a{} <p>', '<style>a{} <p></style>', []],
    ['<plaintext>all that follows', '', ['plaintext']],
    ['<base href="https://elsewhere.example/">', '', ['base']],
    ['<meta http-equiv="refresh" content="0;url=//x.example">', '', ['meta']],
    ['<meta itemprop="name" content="Beer">', '<meta itemprop="name" content="Beer">', []],
    ['<script>alert(1)</script>b', 'b', ['script']],
    ['<SCRIPT src=//x.example/a.js></SCRIPT>', '', ['script']],
    ['<svg><script>alert(1)</script></svg>', '<svg></svg>', ['script']],
    ['<template><script>alert(1)</script><i>x</i></template>', '<template><i>x</i></template>', ['script']],
    ['<img src="a.png" onerror="alert(1)">', '<img src="a.png">', ['img onerror']],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>', ['a href']],
    ['<iframe srcdoc="<script>1</script>"></iframe>', '<iframe></iframe>', ['iframe srcdoc']],
    ['<object data="a.swf"></object><embed src="b">', '', ['object', 'embed']],
    ['<noscript><img src="a" onload="x"></noscript>', '<noscript><img src="a"></noscript>', ['img onload']],
    ['<noscript><p title="</noscript><b>"></p></noscript>', '<noscript></noscript><b>"&gt;<p></p></b>', []],
    ['<p>𝕏 &amp; ü &lt;</p>', '<p>𝕏 &amp; ü &lt;</p>', []],
  ])('%s', (text, html, leftOut) => {
    expect(body(text)).toMatchObject({ html, leftOut })
  })

  test.each([
    ['<meta name="theme-color" content="#123456">', '<meta name="theme-color" content="#123456">', []],
    [
      '<link rel="me" href="https://a.example"> <style>a{}</style>',
      '<link rel="me" href="https://a.example"> <style>a{}</style>',
      [],
    ],
    ['<div>begins the body</div><meta name="a">', '<meta name="a">', ['div']],
    ['words', '', ['#text']],
    ['<title>Mine</title>', '', ['title']],
    ['</head><body><p>', '', ['p']],
    ['<script type="application/ld+json">{"a":1}</script>', '<script type="application/ld+json">{"a":1}</script>', []],
    ['<link rel="modulepreload" href="/a.js">', '', ['link']],
    ['<noscript><div>x</div><meta name="a"></noscript>', '<noscript><meta name="a"></noscript>', ['div']],
  ])('in the head: %s', (text, html, leftOut) => {
    expect(head(text)).toMatchObject({ html, leftOut })
  })

  test('nesting that no page has is cut off, however deep it is', () => {
    const { html, leftOut } = body('<i>'.repeat(20_000))
    expect([html.length < 2000, leftOut]).toEqual([true, ['i']])
  })

  test('what has been read once reads the same again', () => {
    for (const text of ['<table><p>x', '<b><p>x</b>y', '<select><b>x', '<p><table><tr><td></p>z'])
      expect(body(body(text).html).html).toBe(body(text).html)
  })
})

describe('where scripts are allowed', () => {
  test('inline ones are told by their text, others by their hosts', () => {
    expect(
      body(
        '<script>a()</script><script src="https://stats.example/a.js" nonce="x"></script><script src="/own.js"></script>',
        true,
      ),
    ).toEqual({
      html: '<script>a()</script><script src="https://stats.example/a.js"></script><script src="/own.js"></script>',
      leftOut: ['script nonce'],
      scripts: ['a()'],
      hosts: { script: ['https://stats.example'], style: [], frame: [] },
    })
  })
  test('handlers in attributes are still left out: no policy can name them one by one', () =>
    expect(body('<p onclick="a()">x</p>', true)).toMatchObject({ html: '<p>x</p>', leftOut: ['p onclick'] }))
})

test('hosts of styles and frames are told with and without scripts', () =>
  expect(
    body(
      '<link rel="stylesheet" href="//fonts.example/a.css"><iframe src="http://video.example:8080/1"></iframe><link rel=stylesheet href="https://beer.example/b.css"><iframe src="mailto:x"></iframe>',
    ).hosts,
  ).toEqual({ script: [], style: ['https://fonts.example'], frame: ['http://video.example:8080'] }))
