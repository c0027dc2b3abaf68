// Reads MCAP files of the replay tool with Foxglove's own reader and schemas, which share no code
// with the writer: node mcap_check.js FILE... Prints a line for each file; throws at the first
// fault. Needs @mcap/core and @foxglove/schemas (tools/setup.sh --mcap).
'use strict';
const assert = require('assert');
const fs = require('fs');
const {McapIndexedReader, McapStreamReader} = require('@mcap/core');
const {foxgloveEnumSchemas, foxgloveMessageSchemas} = require('@foxglove/schemas/internal');

const DOUBLE = 1, INT64 = 3, INT32 = 5, FIXED32 = 7, BOOL = 8, STRING = 9, MESSAGE = 11, BYTES = 12, ENUM = 14;
const MOST_UPDATE_BYTES = 4 << 20;
const text = new TextDecoder('utf-8', {fatal: true});

// The fields of a message in protobuf's wire format, as {number, wireType, value}.
function* wireFields(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = () => {
    let value = 0n, shift = 0n;
    for (;;) {
      const byte = bytes[at++];
      assert(byte !== undefined && shift < 70n, 'a varint that ends in time');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
      shift += 7n;
    }
  };
  const taken = (size) => {
    assert(at + size <= bytes.length, 'a field within its message');
    at += size;
    return at - size;
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3, wireType = tag & 7;
    if (wireType === 0) yield {number, wireType, value: varint()};
    else if (wireType === 1) yield {number, wireType, value: view.getFloat64(taken(8), true)};
    else if (wireType === 5) yield {number, wireType, value: view.getUint32(taken(4), true)};
    else if (wireType === 2) {
      const size = Number(varint()), begin = taken(size);
      yield {number, wireType, value: bytes.subarray(begin, begin + size)};
    } else assert.fail(`wire type ${wireType}`);
  }
}
const all = (bytes, number) => [...wireFields(bytes)].filter((field) => field.number === number).map(({value}) => value);
const one = (bytes, number) => all(bytes, number).at(-1);
const string = (bytes, number) => text.decode(one(bytes, number) ?? new Uint8Array());

// The messages that a FileDescriptorSet defines: {'foxglove.Pose': {position: {number, type,
// ...}}}.
function messagesOf(fileSet) {
  const messages = new Map(), enums = new Map(), files = new Set();
  const addEnum = (bytes, scope) => enums.set(`${scope}${string(bytes, 1)}`,
      Object.fromEntries(all(bytes, 2).map((value) => [string(value, 1), Number(one(value, 2) ?? 0)])));
  const add = (bytes, scope) => {
    const name = `${scope}${string(bytes, 1)}`;
    const fields = all(bytes, 2).map((field) => [string(field, 1), {
      number: Number(one(field, 3)), isList: Number(one(field, 4)) === 3, type: Number(one(field, 5)),
      typeName: string(field, 6).replace(/^\./, ''),
    }]);
    messages.set(name, Object.fromEntries(fields));
    for (const nested of all(bytes, 3)) add(nested, `${name}.`);
    for (const nested of all(bytes, 4)) addEnum(nested, `${name}.`);
  };
  for (const file of all(fileSet, 1)) {
    for (const dependency of all(file, 3)) assert(files.has(text.decode(dependency)), `dependencies before ${string(file, 1)}`);
    files.add(string(file, 1));
    for (const message of all(file, 4)) add(message, `${string(file, 2)}.`);
    for (const type of all(file, 5)) addEnum(type, `${string(file, 2)}.`);
  }
  return {messages, enums};
}

// Compares a message and all that it contains with Foxglove's schema, by name, number and type.
function compareWithFoxglove(name, {messages, enums}, compared) {
  if (compared.has(name)) return;
  compared.add(name);
  const schema = foxgloveMessageSchemas[name.replace('foxglove.', '')];
  const ours = messages.get(name);
  assert(schema && ours, name);
  assert.deepStrictEqual(Object.keys(ours), schema.fields.map((field) => field.name), `fields of ${name}`);
  const explicit = new Set(schema.fields.map((field) => field.protobufFieldNumber));
  let next = 0;
  for (const field of schema.fields) {
    const {number, type, isList, typeName} = ours[field.name];
    const at = `${name}.${field.name}`;
    if (field.protobufFieldNumber === undefined) do ++next; while (explicit.has(next));
    assert.strictEqual(number, field.protobufFieldNumber ?? next, `number of ${at}`);
    assert.strictEqual(isList, field.array !== undefined, `label of ${at}`);
    if (field.type.type === 'primitive') {
      const {name: primitive} = field.type;
      const time = {time: 'Timestamp', duration: 'Duration'}[primitive];
      const types = {float64: DOUBLE, uint32: FIXED32, boolean: BOOL, string: STRING, bytes: BYTES};
      assert.strictEqual(type, time ? MESSAGE : types[primitive], `type of ${at}`);
      if (time) assert.strictEqual(typeName, `google.protobuf.${time}`, at);
    } else if (field.type.type === 'enum') {
      assert.strictEqual(type, ENUM, at);
      const values = Object.fromEntries(field.type.enum.values.map(({name: value, value: n}) => [value, n]));
      assert.deepStrictEqual(enums.get(typeName), values, at);
    } else {
      const {schema: nested} = field.type;
      const full = nested.protoEquivalent ?? `foxglove.${nested.name}`;
      assert.strictEqual(typeName, full, `type of ${at}`);
      if (full.startsWith('foxglove.')) compareWithFoxglove(full, {messages, enums}, compared);
      else if (full.startsWith('google.protobuf.')) {
        assert.deepStrictEqual([messages.get(full).seconds.type, messages.get(full).nanos.type], [INT64, INT32]);
      }
    }
  }
}

// A message as an object, by its descriptor.
function decode(bytes, name, types) {
  const fields = types.messages.get(name);
  const message = {};
  const byNumber = new Map(Object.entries(fields).map(([field, of]) => [of.number, {field, ...of}]));
  for (const {number, wireType, value} of wireFields(bytes)) {
    const of = byNumber.get(number);
    assert(of, `${name} has no field ${number}`);
    const {field, type, isList, typeName} = of;
    let values;
    if (type === MESSAGE) values = [decode(value, typeName, types)];
    else if (type === STRING) values = [text.decode(value)];
    else if (wireType === 2 && type !== BYTES) {
      const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
      assert.strictEqual(type, FIXED32, 'packed numbers');
      values = Array.from({length: value.byteLength / 4}, (_, i) => view.getUint32(4 * i, true));
    } else values = [value];
    if (!isList) message[field] = values[0];
    else (message[field] ??= []).push(...values);
  }
  return message;
}

const unique = (list, what) => assert.strictEqual(new Set(list).size, list.length, what);

function checkNumbers(value, at) {
  if (typeof value === 'number') assert(Number.isFinite(value), at);
  else if (value && typeof value === 'object' && !(value instanceof Uint8Array)) {
    for (const [key, inner] of Object.entries(value)) checkNumbers(inner, `${at}.${key}`);
  }
}
function checkPose({orientation: {x = 0, y = 0, z = 0, w = 0}}, at) {
  assert(Math.abs(Math.hypot(x, y, z, w) - 1) < 1e-9, `orientation of ${at}`);
}
function checkTime({seconds = 0n, nanos = 0n}, ns, at) {
  assert(nanos >= 0n && nanos < 10n ** 9n && seconds >= 0n, at);
  assert.strictEqual(seconds * 10n ** 9n + nanos, ns, at);
}

function checkUpdate({deletions = [], entities = []}, ns, size, topic) {
  assert(size < MOST_UPDATE_BYTES, `${topic}: an update of ${size} bytes`);
  unique(entities.map(({id}) => id), `${topic}: ids`);
  for (const {timestamp} of [...deletions, ...entities]) checkTime(timestamp, ns, topic);
  for (const {id, frame_id: frame, metadata = [], lines = [], triangles = [], spheres = [], texts = []} of entities) {
    const at = `${topic}: ${id}`;
    assert.strictEqual(frame, 'scene', at);
    unique(metadata.map(({key}) => key), at);
    for (const {pose} of [...lines, ...triangles, ...spheres, ...texts]) checkPose(pose, at);
    for (const {points, colors = [], indices = [], color} of [...lines, ...triangles]) {
      assert(colors.length === 0 || colors.length === points.length, at);
      assert(color.a > 0, at);
      for (const index of indices) assert(index < points.length, at);
    }
    for (const {indices = []} of triangles) assert.strictEqual(indices.length % 3, 0, at);
  }
}

async function check(path) {
  const data = fs.readFileSync(path);
  const stream = new McapStreamReader({validateCrcs: true});
  const types = new Map(), channels = new Map(), counts = new Map(), compared = new Set(), scenes = [];
  stream.append(data);
  for (let record; (record = stream.nextRecord());) {
    if (record.type === 'Schema' && !types.has(record.id)) {
      types.set(record.id, {name: record.name, ...messagesOf(record.data)});
      if (record.name.startsWith('foxglove.')) compareWithFoxglove(record.name, types.get(record.id), compared);
    }
    if (record.type === 'Channel') channels.set(record.id, record);
    if (record.type === 'Metadata' && record.name === 'collision2d.scene') scenes.push(Object.fromEntries(record.metadata));
    if (record.type !== 'Message') continue;
    const {topic, schemaId} = channels.get(record.channelId);
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
    const {name} = types.get(schemaId);
    if (!name.startsWith('foxglove.')) continue;
    const message = decode(record.data, name, types.get(schemaId));
    checkNumbers(message, topic);
    if (name === 'foxglove.SceneUpdate') checkUpdate(message, record.logTime, record.data.length, topic);
    if (name === 'foxglove.Log') checkTime(message.timestamp, record.logTime, topic);
    for (const {timestamp, rotation} of message.transforms ?? []) {
      checkTime(timestamp, record.logTime, topic);
      checkPose({orientation: rotation}, topic);
    }
  }
  assert(stream.done(), `${path}: read to its end`);
  const readable = {
    size: async () => BigInt(data.length),
    read: async (offset, size) => data.subarray(Number(offset), Number(offset + size)),
  };
  const reader = await McapIndexedReader.Initialize({readable});
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  assert.strictEqual(Number(reader.statistics.messageCount), total);
  let slowest = 0, inScenes = 0;
  for (const {id, begin_ns: begin, end_ns: end} of scenes) {
    let messages = 0, fastest = Infinity;
    // The fastest of three: others may use the processor.
    for (let round = 0; round < 3; ++round) {
      const started = performance.now();
      messages = 0;
      for await (const {logTime} of reader.readMessages({startTime: BigInt(begin), endTime: BigInt(end), validateCrcs: true})) {
        assert(logTime >= BigInt(begin) && logTime <= BigInt(end));
        ++messages;
      }
      fastest = Math.min(fastest, performance.now() - started);
    }
    assert(messages > 0, id);
    inScenes += messages;
    slowest = Math.max(slowest, fastest);
  }
  const others = total - inScenes;  // What could not be used is logged between scenes.
  assert(others >= 0 && others <= (counts.get('/log') ?? 0));
  console.log(`${path}: ${scenes.length} scenes, ${total} messages on ${counts.size} topics, ${compared.size} schemas as Foxglove's, ` +
      `slowest scene ${slowest.toFixed(1)} ms`);
  assert(slowest < 200, 'an indexed read of a scene takes 0.2 s at most');
}

(async () => {
  assert(foxgloveEnumSchemas.LogLevel);
  for (const path of process.argv.slice(2)) await check(path);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
