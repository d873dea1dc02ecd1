"use strict";
(() => {
  const targets = JSON.parse(document.getElementById("data").textContent);
  const blocks = new Map(targets.flat().map((block) => [block.anchor, block]));
  const MARKS = { passed: "✓", failed: "✗", warned: "!", "not run": "–", "": "·" };
  const SVG = "http://www.w3.org/2000/svg";

  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function drawn(name, properties = {}, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const className = (status) => (status || "nothing").replace(" ", "-");
  const mark = (status) => element("span", { class: `mark ${className(status)}`, title: status }, MARKS[status]);

  function duration(seconds) {
    for (const [factor, unit] of [[1, "s"], [1e3, "ms"]])
      if (seconds * factor >= 1) return `${(seconds * factor).toPrecision(3)} ${unit}`;
    return `${Math.round(seconds * 1e6)} µs`;
  }

  // The panel of a block.

  function described(block) {
    const shown = [];
    const name = block.path || "the model itself";
    shown.push(element("h4", {}, mark(block.status), `${name} `, element("code", {}, block.class)));
    if (block.remark) shown.push(element("p", {}, block.remark));
    for (const anchor of block.problems) {
      const heading = document.querySelector(`#${anchor} h4`);
      if (heading) shown.push(element("p", {}, element("a", { href: `#${anchor}` }, heading.firstChild.textContent.trim())));
    }
    const facts = element("dl");
    const fact = (label, ...values) => facts.append(element("dt", {}, label), element("dd", {}, ...values));
    if (block.inputs.length) fact("Inputs", element("code", {}, block.inputs.join(", ")));
    if (block.outputs.length) fact("Outputs", element("code", {}, block.outputs.join(", ")));
    fact("Calls", String(block.calls));
    for (const [name, shape] of Object.entries(block.parameters)) fact(name, element("code", {}, shape));
    for (const [context, stages] of Object.entries(block.results)) {
      const words = Object.entries(stages).flatMap(([stage, status]) => [mark(status), `${stage} `]);
      if (words.length) fact(context, ...words);
    }
    shown.push(facts);
    for (const [context, figures] of Object.entries(block.measured)) shown.push(...measured(context, figures));
    if (block.graph) {
      const button = element("button", { type: "button", class: "draw" }, "Draw the graph");
      button.addEventListener("click", () => button.replaceWith(drawing(block)));
      shown.push(button);
    } else if (block.kind !== "plain") {
      shown.push(element("p", { class: "dim" }, "There is no graph of this block to draw."));
    }
    return shown;
  }

  function measured(context, figures) {
    const shown = [];
    const times = ["imperative", "hybridized"].filter((run) => figures[`${run}_s`] > 0);
    if (times.length === 2) {
      const largest = Math.max(...times.map((run) => figures[`${run}_s`]));
      const figure = element("figure", {}, element("figcaption", {}, `Time of its calls on ${context}, with its children, measured once`));
      for (const run of times) {
        const seconds = figures[`${run}_s`];
        const bar = element("i", { style: `--at:${seconds / largest}` });
        figure.append(element("div", { class: `bar ${run}` }, element("span", {}, run), bar, element("span", {}, duration(seconds))));
      }
      shown.push(figure);
    }
    if (figures.plot) {
      const plot = element("span", { class: figures.plot.beyond ? "plot beyond" : "plot" }, element("i", { style: `--at:${figures.plot.at}` }));
      const caption = element("figcaption", {}, "Outputs of its graph against the imperative ones (the line is the tolerance)");
      shown.push(element("figure", {}, caption, plot, ` ${figures.plot.text}`));
    }
    return shown;
  }

  // The graph of a block.

  function lines(node) {
    const parameters = node.parameters.map((name) => name.split("_").pop()).join(", ");
    return parameters ? [node.name, parameters] : [node.name];
  }

  function drawing(block) {
    const { nodes, edges } = block.graph;
    const frame = element("div", { class: "drawing", tabindex: "0", role: "group", "aria-label": `Graph of ${block.path || block.class}` });
    if (typeof dagre === "undefined") {
      const list = element("ol", {}, ...nodes.map((node) => element("li", {}, lines(node).join(": "))));
      frame.append(element("p", { class: "dim" }, "The package XStatic-Dagre, which draws graphs, was not installed."), list);
      return frame;
    }
    const graph = new dagre.graphlib.Graph();
    graph.setGraph({ nodesep: 18, ranksep: 30, marginx: 10, marginy: 10 });
    graph.setDefaultEdgeLabel(() => ({}));
    nodes.forEach((node, index) => {
      const texts = lines(node);
      const width = Math.max(texts[0].length * 7.4, (texts[1] || "").length * 6.2, 24) + 18;
      graph.setNode(index, { width, height: texts.length > 1 ? 40 : 26 });
    });
    for (const [from, to] of edges) graph.setEdge(from, to);
    dagre.layout(graph);
    const { width, height } = graph.graph();
    const id = `arrow-${block.anchor}`;
    const arrow = drawn("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, drawn("path", { d: "M0 0L8 4L0 8z" }));
    const picture = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, drawn("defs", {}, arrow));
    for (const edge of graph.edges()) {
      const points = graph.edge(edge).points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
      picture.append(drawn("path", { d: `M${points.join("L")}`, "marker-end": `url(#${id})` }));
    }
    nodes.forEach((node, index) => picture.append(drawnNode(node, graph.node(index))));
    frame.append(picture);
    return frame;
  }

  function drawnNode(node, { x, y, width, height }) {
    const target = node.problem || node.link;
    const failed = node.problem || (node.link && blocks.get(node.link).status === "failed");
    const group = drawn("g", { class: `${node.kind}${failed ? " failed" : ""}${target ? " linked" : ""}` });
    const about = [node.line, ...node.parameters, ...Object.entries(node.attributes || {}).map(([key, value]) => `${key} = ${value}`)];
    group.append(drawn("title", {}, about.filter(Boolean).join("\n") || node.name));
    group.append(drawn("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: node.kind === "operator" ? 4 : 12 }));
    const texts = lines(node);
    texts.forEach((text, row) => {
      const offset = texts.length > 1 ? (row ? 13 : -3) : 4;
      group.append(drawn("text", { x, y: y + offset, "text-anchor": "middle", ...(row ? { class: "small" } : {}) }, text));
    });
    if (target) {
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "link");
      const follow = () => { location.hash = target; };
      group.addEventListener("click", follow);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") follow(); });
    }
    return group;
  }

  // The trees.

  const narrow = matchMedia("(max-width: 760px)");
  const expandable = (item) => item.hasAttribute("aria-expanded");
  const expanded = (item) => item.getAttribute("aria-expanded") === "true";
  const expand = (item, open) => item.setAttribute("aria-expanded", String(open));
  const parent = (item) => item.parentElement.closest("[role=treeitem]");
  const rowOf = (item) => item.querySelector(":scope > .row");

  function visible(tree) {
    const found = [];
    (function walk(list) {
      for (const item of list.children) {
        if (item.getAttribute("role") !== "treeitem" || item.hidden) continue;
        found.push(item);
        if (expanded(item)) walk(item.querySelector(":scope > ul"));
      }
    })(tree);
    return found;
  }

  function reveal(item) {
    for (let above = parent(item); above; above = parent(above)) expand(above, true);
    for (let each = item; each; each = parent(each)) each.hidden = false;
  }

  function select(item, focus = true) {
    const tree = item.closest("[role=tree]");
    for (const other of tree.querySelectorAll("[aria-selected=true]")) other.removeAttribute("aria-selected");
    for (const other of tree.querySelectorAll("[role=treeitem][tabindex='0']")) other.tabIndex = -1;
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    reveal(item);
    const panel = tree.parentElement.querySelector(".panel") || document.querySelector(`.panel[data-of="${tree.dataset.target}"]`);
    panel.dataset.of = tree.dataset.target;
    panel.replaceChildren(...described(blocks.get(item.id)));
    if (narrow.matches) rowOf(item).after(panel);
    else tree.after(panel);
    if (focus) {
      item.focus({ preventScroll: true });
      rowOf(item).scrollIntoView({ block: "nearest" });
    }
  }

  function onKey(event) {
    const item = event.target;
    if (item.getAttribute("role") !== "treeitem" || event.ctrlKey || event.metaKey || event.altKey) return;
    const tree = item.closest("[role=tree]");
    const shown = visible(tree);
    const at = shown.indexOf(item);
    const go = {
      ArrowDown: () => shown[at + 1],
      ArrowUp: () => shown[at - 1],
      Home: () => shown[0],
      End: () => shown[shown.length - 1],
      ArrowRight: () => {
        if (!expandable(item)) return item;
        if (expanded(item)) return shown[at + 1];
        expand(item, true);
        return item;
      },
      ArrowLeft: () => {
        if (!expanded(item)) return parent(item);
        expand(item, false);
        return item;
      },
      Enter: () => item,
    }[event.key];
    if (!go) return;
    event.preventDefault();
    const next = go();
    if (next) select(next);
  }

  for (const tree of document.querySelectorAll("[role=tree]")) {
    tree.addEventListener("keydown", onKey);
    tree.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (!row || event.target.closest(".panel")) return;
      const item = row.parentElement;
      const again = item.getAttribute("aria-selected") === "true";
      if (expandable(item) && (again || event.target.classList.contains("twist"))) expand(item, !expanded(item));
      select(item);
    });
    const tools = tree.closest(".target").querySelector(".tools");
    const items = [...tree.querySelectorAll("[role=treeitem]")];
    const start = items.map((item) => item.getAttribute("aria-expanded"));
    tools.addEventListener("click", (event) => {
      const what = event.target.dataset.do;
      if (what) for (const item of items.filter(expandable)) expand(item, what === "expand" || item === items[0]);
    });
    tools.querySelector("input").addEventListener("input", (event) => {
      const wanted = event.target.value.trim().toLowerCase();
      items.forEach((item, index) => {
        const { path, class: name } = blocks.get(item.id);
        item.hidden = Boolean(wanted) && !`${path} ${name}`.toLowerCase().includes(wanted);
        if (!wanted && start[index] !== null) item.setAttribute("aria-expanded", start[index]);
      });
      if (wanted) items.filter((item) => !item.hidden).forEach(reveal);
    });
    const first = items.find((item) => item.classList.contains("failed") && !item.querySelector("[role=treeitem].failed")) || items[0];
    first.tabIndex = 0;
    if (!narrow.matches) select(first, false);
  }

  // Links and keys.

  function follow() {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!found) return;
    if (found.getAttribute("role") === "treeitem") select(found);
    else if (found.classList.contains("finding")) found.focus();
    else if (found.tagName === "DETAILS") found.open = true;
  }

  addEventListener("hashchange", follow);
  follow();

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const findings = [...document.querySelectorAll(".finding")];
    const steps = { n: 1, p: -1 };
    if (event.key in steps && findings.length) {
      const at = findings.indexOf(document.activeElement.closest(".finding"));
      const next = at < 0 ? 0 : (at + steps[event.key] + findings.length) % findings.length;
      location.hash = findings[next].id;
      findings[next].focus();
    } else if (event.key === "/") {
      const field = document.querySelector(".tools input");
      if (!field) return;
      event.preventDefault();
      field.focus();
    } else if (event.key === "g") {
      const tree = document.activeElement.closest("[role=tree]");
      const panel = (tree && tree.parentElement.querySelector(".panel")) || document.querySelector(".panel");
      const button = panel && panel.querySelector(".draw");
      if (button) button.click();
    }
  });

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll(".finding details")) details.open = true;
  });
})();
